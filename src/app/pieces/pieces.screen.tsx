import { Button } from '#ui/button'
import { Page } from '#ui/page'
import { useState } from 'react'
import { FieldPieces } from './field-pieces.tsx'
import { ListPieces } from './list-pieces.tsx'
import { MessagePieces } from './message-pieces.tsx'
import { PicturePieces } from './picture-pieces.tsx'
import { PurchasePieces } from './purchase-pieces.tsx'
import { SeatPieces } from './seat-pieces.tsx'
import { SheetPieces } from './sheet-pieces.tsx'

/**
 * `/dev/pieces`, in development only: examples of every component of `src/ui`, in each of its states. The rule in
 * `tests/house/gallery-rule.ts` finds components without an example, and lists those that cannot have one.
 */
export function ComponentGalleryScreen() {
  const [barred, setBarred] = useState(false)
  return (
    <Page
      title="Pieces"
      sub="What screens are made of"
      under="A piece that is missing here cannot be merged."
      back={{ to: '/', label: 'Home' }}
      bar={barred ? <ActionBar close={() => setBarred(false)} /> : undefined}
      aside={<PicturePieces />}
    >
      <Button onClick={() => setBarred(!barred)}>Show or hide the action bar</Button>
      <FieldPieces />
      <SheetPieces />
      <MessagePieces />
      <ListPieces />
      <PurchasePieces />
      <SeatPieces />
    </Page>
  )
}

function ActionBar({ close }: { close: () => void }) {
  return (
    <>
      <b>₦11,700</b>
      <Button kind="primary" onClick={close}>
        Continue
      </Button>
    </>
  )
}
