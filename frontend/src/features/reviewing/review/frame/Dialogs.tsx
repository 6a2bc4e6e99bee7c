/** All that opens over the rows. Nothing of it is needed to begin: LaterDialogs loads this file by itself. */

import { AcceptMany } from '../bulk/AcceptMany';
import { AsideDialog } from '../dialogs/AsideDialog';
import { ConflictDialog } from '../dialogs/ConflictDialog';
import { CorrectDialog } from '../dialogs/CorrectDialog';
import { DecidedNotice } from '../dialogs/DecidedNotice';
import { GuidedTour } from '../dialogs/GuidedTour';
import { KeysDialog } from '../dialogs/KeysDialog';
import { SignInAgain } from '../dialogs/SignInAgain';
import { SubmitDialog } from '../dialogs/SubmitDialog';
import { TurnDialog } from '../dialogs/TurnDialog';
import { RowMenu } from '../grid/RowMenu';
import { PrintedReview } from '../print/PrintedReview';
import { ReplaceDialog } from '../replace/ReplaceDialog';
import { useReview } from './context';

export function Dialogs() {
  const isReview = useReview((state) => state.info.kind === 'review');
  return (
    <>
      {isReview && <PrintedReview />}
      <RowMenu />
      <ConflictDialog />
      <DecidedNotice />
      <AsideDialog />
      <SignInAgain />
      <SubmitDialog />
      <TurnDialog />
      <AcceptMany />
      <ReplaceDialog />
      <CorrectDialog />
      <KeysDialog />
      <GuidedTour />
    </>
  );
}
