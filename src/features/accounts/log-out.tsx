import { formatCount } from '#contract/quantities'
import { countUnsent, logOut } from '#lib/session/lifecycle'
import { readNextTrips } from '#lib/next-trips'
import { useOnline } from '#lib/online'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { ButtonRow } from '#ui/notice'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import styles from './accounts.module.css'

/** A button that logs out and deletes the person's data on this phone. It asks first if something would be lost. */
export function LogOutButton({ children = 'Log out' }: { children?: ReactNode }) {
  const queries = useQueryClient()
  const online = useOnline()
  const [losses, setLosses] = useState<string[]>([])
  const leaving = useMutation({ mutationFn: () => logOut(queries) })
  const asking = useMutation({
    mutationFn: async () => lossesOf(await countUnsent(), online),
    onSuccess: (found) => (found.length > 0 ? setLosses(found) : leaving.mutate()),
  })
  return (
    <>
      <Button
        kind="quiet"
        busy={asking.isPending || leaving.isPending}
        onClick={() => asking.mutate()}
      >
        {children}
      </Button>
      <Dialog open={losses.length > 0} onClose={() => setLosses([])} title="Log out and lose this?">
        <ul className={styles.losses}>
          {losses.map((loss) => (
            <li key={loss}>{loss}</li>
          ))}
        </ul>
        <ButtonRow>
          <Button kind="danger" busy={leaving.isPending} onClick={() => leaving.mutate()}>
            Delete and log out
          </Button>
          <Button onClick={() => setLosses([])}>Stay logged in</Button>
        </ButtonRow>
      </Dialog>
    </>
  )
}

/**
 * Returns what a logout would delete, one text for each loss. With a network, tickets do not count, since they can be
 * loaded again.
 */
function lossesOf({ drafts, outbox }: { drafts: number; outbox: number }, online: boolean) {
  const tickets = online ? 0 : readNextTrips().length
  return [
    outbox > 0 && `${outbox} waiting to be sent`,
    drafts > 0 && `${formatCount(drafts, 'form')} you have begun to fill in`,
    tickets > 0 &&
      `${formatCount(tickets, 'ticket')} on this phone, until you log in again with a network`,
  ].filter((loss) => loss !== false)
}
