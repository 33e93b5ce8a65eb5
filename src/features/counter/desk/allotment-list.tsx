import type { SeatAllotment } from '#contract/counter/allotments'
import { releaseAllottedSeats } from '#contract/counter/endpoints'
import { formatSeats } from '#contract/quantities'
import { useStoredAllotments } from '#features/counter'
import { call } from '#lib/api'
import { useIdempotencyKey } from '#lib/api/idempotency-key'
import { getDeviceId } from '#lib/device/id'
import { formatDayTime } from '#lib/format'
import { Button, ButtonAnchor } from '#ui/button'
import { CardList, MutedText } from '#ui/desk/page'
import { Dialog } from '#ui/dialog'
import { FactList } from '#ui/facts'
import { FailureNotice } from '#ui/form'
import { ButtonRow, Notice } from '#ui/notice'
import { Card } from '#ui/page'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { allAllotmentsQuery, allotmentsKey, allotmentsQuery } from './queries.ts'

const hasLeft = ({ left }: SeatAllotment) => left.length > 0

const describeTrip = ({ from, to, departs_at, zone }: SeatAllotment) =>
  `${from} → ${to}, ${formatDayTime(departs_at, zone)}`

/** A link to the page that sells the seats of this phone, if it has any. Needs no network. */
export function OfflineSeatsLink() {
  const all = useStoredAllotments() ?? []
  if (!all.some(({ open }) => open !== undefined)) return null
  return <ButtonAnchor href="/counter">Seats of this phone</ButtonAnchor>
}

/**
 * Returns the seats that are still set aside in a shift, so that it cannot be closed. `clerk`: whose shift it is, if it
 * is not the user's own.
 */
export function useSeatsOfShift(shift: string, clerk: string | undefined): SeatAllotment[] {
  const { data = [] } = useQuery(clerk === undefined ? allotmentsQuery : allAllotmentsQuery)
  return data.filter((one) => one.shift === shift && hasLeft(one))
}

/** Seats that are still set aside in a shift. Those of this phone are sold or released on its page, others here. */
export function ShiftSeatsNotice({
  open,
  isOwn,
}: {
  open: readonly SeatAllotment[]
  isOwn: boolean
}) {
  const device = getDeviceId()
  const isHere = open.some((one) => one.device === device)
  return (
    <Notice
      tone="warning"
      title="Seats are still set aside in this shift."
      actions={isHere && <ButtonAnchor href="/counter">Sell or release them</ButtonAnchor>}
    >
      Report their sales or release them. Then count the cash and close the shift.
      <ul>
        {open.map((one) => (
          <li key={one.id}>
            {describeTrip(one)}: {one.left.join(', ')}
            {one.device !== device && (
              <>
                , on another phone <ReleaseSeats allotment={one} isOwn={isOwn} />
              </>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/**
 * All seats that are set aside in open shifts, for members who may see all drawers; null if there are none.
 * `mayRelease`: whether they may also put the seats back on sale.
 */
export function AllotmentList({ mayRelease }: { mayRelease: boolean }) {
  const { data = [] } = useQuery(allAllotmentsQuery)
  const open = data.filter((one) => hasLeft(one) || one.boarded.length > 0)
  if (open.length === 0) return null
  return (
    <>
      <h2>Seats set aside for phones</h2>
      <CardList>
        {open.map((one) => (
          <Card as="li" key={one.id} label={`Seats of ${one.clerk}`}>
            <FactList
              facts={[
                ['Clerk', one.clerk],
                ['Trip', describeTrip(one)],
                ['Not sold', one.left.join(', ')],
                ['Sold', one.sold.join(', ')],
                ['Until', formatDayTime(one.sell_until, one.zone)],
              ]}
            />
            {one.boarded.length > 0 && (
              <Notice tone="danger" title="Boarded, but not reported as sold">
                {formatSeats(one.boarded, 'Seat')}. Ask {one.clerk} for the sale and its money.
              </Notice>
            )}
            {mayRelease && hasLeft(one) && <ReleaseSeats allotment={one} />}
          </Card>
        ))}
      </CardList>
    </>
  )
}

/** Releases the seats of a lost phone; first warns of the consequences. `isOwn`: the phone is the user's own. */
function ReleaseSeats({
  allotment: { id, left, clerk },
  isOwn = false,
}: {
  allotment: SeatAllotment
  isOwn?: boolean
}) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const act = useIdempotencyKey()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call(
        releaseAllottedSeats,
        { id, seats: left },
        { key: act.keyFor(`${id} ${left.join(',')}`) },
      ),
    onSettled: (_, failed) => {
      act.settle(failed ?? undefined)
      return client.invalidateQueries({ queryKey: allotmentsKey })
    },
    onSuccess: () => setAsking(false),
  })
  return (
    <>
      <Button kind="quiet-danger" onClick={() => setAsking(true)}>
        Release
      </Button>
      <Dialog open={isAsking} onClose={() => setAsking(false)} title="Release these seats?">
        <p>
          Others can buy {left.length > 1 ? 'them' : 'it'} again. Seats that this phone has sold
          without a network and not reported yet will be refused at the door.{' '}
          {isOwn ? 'Report the sales of that phone first.' : `Call ${clerk} first.`}
        </p>
        <MutedText>Seats: {left.join(', ')}</MutedText>
        <FailureNotice error={error} offline="No network. Try again; nothing is done twice." />
        <ButtonRow>
          <Button kind="danger" busy={isPending} onClick={() => mutate()}>
            Release
          </Button>
          <Button onClick={() => setAsking(false)}>Keep</Button>
        </ButtonRow>
      </Dialog>
    </>
  )
}
