import { Button } from '#ui/button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import styles from './late-photo.module.css'

/**
 * A JPEG that is fetched when it is asked for, since it costs the most of all. `name` tells it from all others;
 * `words`: what there is to see, `the photo`.
 */
export function LatePhoto({
  name,
  words,
  load,
}: {
  name: readonly (string | number)[]
  words: string
  load: (options: { signal: AbortSignal }) => Promise<Blob>
}) {
  const [isWanted, setWanted] = useState(false)
  const query = useQuery({
    queryKey: name,
    queryFn: async ({ signal }) => {
      const bytes = new Uint8Array(await (await load({ signal })).arrayBuffer())
      return `data:image/jpeg;base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`
    },
    enabled: isWanted,
    staleTime: Infinity,
  })
  if (query.data !== undefined)
    return <img src={query.data} alt="Sent along" className={styles.photo} />
  const ask = () => (isWanted ? void query.refetch() : setWanted(true))
  return (
    <Button busy={isWanted && query.isFetching} onClick={ask}>
      {query.isError ? `Try ${words} again` : `Show ${words}`}
    </Button>
  )
}
