import { addDays, today } from '#lib/format'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { ButtonRow } from '#ui/notice'
import { PickerField } from '#ui/picker-field'
import { CalendarSheet } from '#ui/sheets/calendar-sheet'
import { DayField } from '#ui/sheets/day-field'
import { PlaceSheet } from '#ui/sheets/place-sheet'
import { Sheet } from '#ui/sheets/sheet'
import { useState } from 'react'
import { ExampleCard } from './example-card.tsx'

const places = [
  { code: 'lagos', name: 'Lagos', under: 'Lagos State', kind: 'city' },
  { code: 'lagos-jibowu', name: 'Jibowu', under: 'Lagos', kind: 'park' },
] as const

/** Examples of sheets, which cover the screen, and of the fields that open them. */
export function SheetExamples() {
  const [opened, setOpened] = useState<'dialog' | 'sheet' | 'places' | 'days'>()
  const [day, setDay] = useState('')
  const [text, setText] = useState('')
  const close = () => setOpened(undefined)
  const last = addDays(today(), 60)
  return (
    <ExampleCard title="Dialogs and sheets">
      <ButtonRow>
        <Button onClick={() => setOpened('dialog')}>Open a dialog</Button>
        <Button onClick={() => setOpened('sheet')}>Open a sheet</Button>
      </ButtonRow>
      <DayField label="A day" value={day} max={last} onChange={setDay} />
      <PickerField
        label="Days, there and back"
        name="days"
        sent=""
        value=""
        placeholder="Choose the days"
        onOpen={() => setOpened('days')}
      />
      <PickerField
        label="A place"
        name="place"
        sent={text}
        value={text}
        placeholder="City or motor park"
        isList
        onOpen={() => setOpened('places')}
      />
      <Dialog open={opened === 'dialog'} onClose={close} title="A dialog">
        <p>A question over the screen.</p>
      </Dialog>
      {opened === 'sheet' && (
        <Sheet title="A sheet" onClose={close}>
          <p>It covers the screen.</p>
        </Sheet>
      )}
      {opened === 'days' && (
        <CalendarSheet
          title="Days"
          min={today()}
          max={last}
          chosen={{ date: '', return_date: '' }}
          canReturn
          fares={new Map([[today(), 1_170_000]])}
          onChoose={(_, isDone) => isDone && close()}
          onClose={close}
        />
      )}
      {opened === 'places' && (
        <PlaceSheet
          title="From"
          label="Places"
          text={text}
          isTyped={false}
          groups={[{ heading: 'Popular', places }]}
          onType={setText}
          onPick={(code) => (setText(code), close())}
          onClose={close}
        />
      )}
    </ExampleCard>
  )
}
