import type { DeskPlace } from '#contract/members/model'
import { callFile } from '#lib/api'
import { Button } from '#ui/button'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
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
    queryFn: ({ signal }) => callFile(sideOf(place).photo, { id, message_id }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const address = useAddress(query.data)
  if (query.isError)
    return <Button onClick={() => void query.refetch()}>The photo did not come. Try again</Button>
  if (address === undefined) return <p className={styles.soft}>A photo is coming…</p>
  return <img src={address} alt="Sent with this message" className={styles.photo} />
}

/** An address of a file for as long as it is shown. */
function useAddress(file: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (file === undefined) return
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}
