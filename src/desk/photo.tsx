import type { DeskPlace } from '#contract/members/model'
import { callFile } from '#lib/api'
import { Button } from '#ui/button'
import { usePhoto } from '#ui/pictures/late-photo'
import { claimsOf } from './claim-queries.ts'
import styles from './desk.module.css'
import { sideOf } from './queries.ts'

/** The photo of a message. */
export function Photo({
  place,
  id,
  message_id,
}: {
  place: DeskPlace
  id: string
  message_id: string
}) {
  return (
    <Loaded
      name={['photo', message_id]}
      alt="Sent with this message"
      load={(options) => callFile(sideOf(place).photo, { id, message_id }, options)}
    />
  )
}

/** A photo of a claim, counted from 1. */
export function ClaimPhoto({
  place,
  id,
  number,
}: {
  place: DeskPlace
  id: string
  number: string
}) {
  return (
    <Loaded
      name={['photo', id, number]}
      alt={`Photo ${number} of this claim`}
      load={(options) => callFile(claimsOf(place).photo, { id, number }, options)}
    />
  )
}

/** Loaded at once, since the answer depends on it. */
function Loaded({ alt, ...asked }: Parameters<typeof usePhoto>[0] & { alt: string }) {
  const query = usePhoto(asked)
  if (query.isError)
    return <Button onClick={() => void query.refetch()}>The photo did not load. Try again</Button>
  if (query.data === undefined) return <p className={styles.soft}>Loading the photo…</p>
  return <img src={query.data} alt={alt} className={styles.photo} />
}
