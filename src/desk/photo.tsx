import type { DeskPlace } from '#contract/members/model'
import { callFile } from '#lib/api'
import { Button } from '#ui/button'
import { useQuery } from '@tanstack/react-query'
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
      name={message_id}
      alt="Sent with this message"
      load={(signal) => callFile(sideOf(place).photo, { id, message_id }, { signal })}
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
      name={`${id} ${number}`}
      alt={`Photo ${number} of this claim`}
      load={(signal) => callFile(claimsOf(place).photo, { id, number }, { signal })}
    />
  )
}

/** A picture that only a call with the login brings. */
function Loaded({
  name,
  alt,
  load,
}: {
  name: string
  alt: string
  load: (signal: AbortSignal) => Promise<File>
}) {
  const query = useQuery({
    queryKey: ['photo', name],
    queryFn: async ({ signal }) => {
      const bytes = new Uint8Array(await (await load(signal)).arrayBuffer())
      return `data:image/jpeg;base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (query.isError)
    return <Button onClick={() => void query.refetch()}>The photo did not load. Try again</Button>
  if (query.data === undefined) return <p className={styles.soft}>Loading the photo…</p>
  return <img src={query.data} alt={alt} className={styles.photo} />
}
