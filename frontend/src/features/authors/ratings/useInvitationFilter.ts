import { useSearchParams } from 'react-router';
import { pageSize, usePage } from '@/ui/Pager';
import { useSearch } from '@/ui/SearchField';
import { useInvitationList } from './requests';
import { isState } from './states';

/** The authors of the page, by state and search; both are in its address. */
export function useInvitationFilter(slug: string) {
  const [params, setParams] = useSearchParams();
  const { search, find } = useSearch();
  const page = usePage();
  const given = params.get('state');
  const state = isState(given) ? given : undefined;
  const list = useInvitationList({
    project: slug,
    page,
    page_size: pageSize,
    ...(state && { state }),
    ...(search && { search }),
  });
  const choose = (value: string) =>
    setParams((before) => {
      if (value) before.set('state', value);
      else before.delete('state');
      before.delete('page');
      return before;
    });
  return {
    list,
    state,
    search,
    find,
    choose,
    clear: () => {
      find('');
      choose('');
    },
  };
}
