import { Button } from '#ui/button'
import { Page } from '#ui/page'
import { useState } from 'react'
import { FieldExamples } from './field-examples.tsx'
import { ListExamples } from './list-examples.tsx'
import { MessageExamples } from './message-examples.tsx'
import { PictureExamples } from './picture-examples.tsx'
import { PurchaseExamples } from './purchase-examples.tsx'
import { SeatExamples } from './seat-examples.tsx'
import { SheetExamples } from './sheet-examples.tsx'

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
      aside={<PictureExamples />}
    >
      <Button onClick={() => setBarred(!barred)}>Show or hide the action bar</Button>
      <FieldExamples />
      <SheetExamples />
      <MessageExamples />
      <ListExamples />
      <PurchaseExamples />
      <SeatExamples />
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
