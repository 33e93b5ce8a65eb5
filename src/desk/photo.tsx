import type { DeskPlace } from '#contract/members/model'
import { callFile } from '#lib/api'
import { Button } from '#ui/button'
import { useQuery } from '@tanstack/react-query'
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
  const query = useQuery({
    queryKey: ['photo', message_id],
    queryFn: async ({ signal }) => {
      const file = await callFile(sideOf(place).photo, { id, message_id }, { signal })
      const bytes = new Uint8Array(await file.arrayBuffer())
      return `data:image/jpeg;base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (query.isError)
    return <Button onClick={() => void query.refetch()}>The photo did not load. Try again</Button>
  if (query.data === undefined) return <p className={styles.soft}>Loading the photo…</p>
  return <img src={query.data} alt="Sent with this message" className={styles.photo} />
}
