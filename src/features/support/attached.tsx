import { getMessagePhoto } from '#contract/support/endpoints'
import type { About } from '#contract/support/model'
import { callFile } from '#lib/api'
import { Button } from '#ui/button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '#ui/link'
import styles from './talk.module.css'

const pathOf = {
  booking: (reference: string) => `/profile/trip?booking=${reference}`,
  parcel: (reference: string) => `/track-parcel?id=${reference}`,
  charter: (reference: string) => `/profile/charters/${reference}`,
}

/** The subject of a message. */
export function AboutCard({ about: { kind, reference, title } }: { about: About }) {
  return (
    <Link to={pathOf[kind](reference)} className={styles.about}>
      <b>{title}</b>
      <span>{reference}</span>
    </Link>
  )
}

/** The photo of a message: fetched when it is asked for, since it costs the most of all. */
export function MessagePhoto({ id, message_id }: { id: string; message_id: string }) {
  const [isWanted, setWanted] = useState(false)
  const query = useQuery({
    queryKey: ['getMessagePhoto', message_id],
    queryFn: async ({ signal }) => {
      const file = await callFile(getMessagePhoto, { id, message_id }, { signal })
      const bytes = new Uint8Array(await file.arrayBuffer())
      return `data:image/jpeg;base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`
    },
    enabled: isWanted,
    staleTime: Infinity,
  })
  if (query.data === undefined)
    return (
      <Button busy={isWanted && query.isFetching} onClick={() => setWanted(true)}>
        {query.isError ? 'Try the photo again' : 'Show the photo'}
      </Button>
    )
  return (
    <svg viewBox="0 0 4 3" width="240" height="180" role="img" aria-label="Photo">
      <image href={query.data} width="4" height="3" />
    </svg>
  )
}
