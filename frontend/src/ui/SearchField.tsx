import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useAddressParams, useChooseParams } from '@/lib/useChooseParams';
import { usePageKeys } from '@/lib/usePageKeys';

/** The search in the URL; a new one begins at the first page. */
export function useSearch(): { search: string; find: (text: string) => void } {
  const params = useAddressParams();
  const choose = useChooseParams();
  const find = (text: string) => choose({ search: text, page: null }, { replace: true });
  return { search: params.get('search') ?? '', find };
}

interface SearchFieldProps {
  label: string;
  search: string;
  onSearch: (text: string) => void;
}

export const findKeys = ['/'];

/** Puts what is typed into the URL after a pause. `/` focuses it. */
export function SearchField({ label, search, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(search);
  const field = useRef<HTMLInputElement>(null);
  const later = useDebouncedCallback(onSearch, 250);
  // Cleared or chosen elsewhere, by a button or by *back*: while somebody types, the field is theirs.
  useEffect(() => {
    if (document.activeElement !== field.current) setText(search);
  }, [search]);
  usePageKeys({ find: findKeys }, { find: () => field.current?.focus() });
  return (
    <TextInput
      ref={field}
      type="search"
      aria-label={label}
      aria-keyshortcuts={findKeys[0]}
      placeholder={label}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        later(event.currentTarget.value.trim());
      }}
      leftSection={<IconSearch size={15} stroke={1.75} aria-hidden="true" />}
      rightSection={
        text && (
          <CloseButton
            size="sm"
            aria-label="Clear search"
            onClick={() => {
              setText('');
              onSearch('');
            }}
          />
        )
      }
    />
  );
}
