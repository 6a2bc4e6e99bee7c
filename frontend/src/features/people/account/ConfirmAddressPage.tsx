import { Button } from '@mantine/core';
import { useParams } from 'react-router';
import { ErrorNote } from '@/ui/ErrorNote';
import { Notice } from '@/ui/Notice';
import { useConfirmEmail } from './requests';

/** Where the link leads that was sent to a new address. */
export function ConfirmAddressPage() {
  const { token = '' } = useParams();
  const confirm = useConfirmEmail();
  if (confirm.isSuccess) {
    return (
      <Notice title="Address confirmed" out={['/account', 'Your account']}>
        <p role="status">Lectern will use this address from now on.</p>
      </Notice>
    );
  }
  return (
    <Notice title="Confirm your address">
      <p>Confirm that your Lectern account uses the address at which you got this link.</p>
      {confirm.isError && <ErrorNote error={confirm.error} />}
      <p>
        <Button variant="filled" data-once loading={confirm.isPending} onClick={() => confirm.mutate(token)}>
          Confirm address
        </Button>
      </p>
    </Notice>
  );
}
