import { formatSeats } from '#contract/quantities'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { ButtonRow } from '#ui/notice'
import { useState } from 'react'
import { releaseSeats } from './allotments.ts'
import { reportOfflineSales } from './counter-report.ts'

/** Releases unsold seats, so that others can buy them; asks first. */
export function ReleaseButton({ id, seats }: { id: string; seats: readonly number[] }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        Release {formatSeats(seats)}
      </Button>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Release ${formatSeats(seats)}?`}
      >
        <p>
          {formatSeats(seats, 'Seat')} {seats.length > 1 ? 'are' : 'is'} no longer sold on this
          phone, and others can buy {seats.length > 1 ? 'them' : 'it'} as soon as there is a
          network.
        </p>
        <ButtonRow>
          <Button
            kind="danger"
            onClick={async () => {
              setAsking(false)
              if (await releaseSeats(id, seats)) void reportOfflineSales()
            }}
          >
            Release
          </Button>
          <Button onClick={() => setAsking(false)}>Keep</Button>
        </ButtonRow>
      </Dialog>
    </>
  )
}
