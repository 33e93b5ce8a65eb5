import { Button } from '#ui/button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import styles from './late-photo.module.css'

/** A JPEG that only a call with the login brings. `name` tells it from all others. */
interface Asked {
  name: readonly string[]
  load: (options: { signal: AbortSignal }) => Promise<Blob>
}

/** A photo as an address for `<img>`, fetched once it is wanted. */
export const usePhoto = ({ name, load, isWanted = true }: Asked & { isWanted?: boolean }) =>
  useQuery({
    queryKey: name,
    queryFn: async ({ signal }) => {
      const bytes = new Uint8Array(await (await load({ signal })).arrayBuffer())
      return `data:image/jpeg;base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`
    },
    enabled: isWanted,
    staleTime: Infinity,
  })

/**
 * A photo that is fetched when it is asked for, since it costs the most of all. `words`: what there is to see,
 * `the photo`.
 */
export function LatePhoto({ name, words, load }: Asked & { words: string }) {
  const [isWanted, setWanted] = useState(false)
  const query = usePhoto({ name, load, isWanted })
  if (query.data !== undefined)
    return <img src={query.data} alt="Sent along" className={styles.photo} />
  const ask = () => (isWanted ? void query.refetch() : setWanted(true))
  return (
    <Button busy={isWanted && query.isFetching} onClick={ask}>
      {query.isError ? `Try ${words} again` : `Show ${words}`}
    </Button>
  )
}
