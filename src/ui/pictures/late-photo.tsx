import { Button } from '#ui/button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import styles from './late-photo.module.css'

/** The width to request, px: enough to see a crack or a label on a phone. Uploads may be three times as wide. */
export const photoDownloadWidth = '1080'

/** A JPEG that needs a call with the login. `name` identifies it. */
interface PhotoQuery {
  name: readonly string[]
  load: (options: { signal: AbortSignal }) => Promise<Blob>
}

/** Returns the query of a photo, whose data is a URL for `<img>`. Loads it only if `isWanted`. */
export const usePhotoQuery = ({
  name,
  load,
  isWanted = true,
}: PhotoQuery & { isWanted?: boolean }) =>
  useQuery({
    queryKey: name,
    queryFn: async ({ signal }) => {
      const bytes = new Uint8Array(await (await load({ signal })).arrayBuffer())
      return `data:image/jpeg;base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`
    },
    enabled: isWanted,
    staleTime: Infinity,
  })

/** A photo that a button loads, since photos use the most data. `label`: its name, such as `the photo`. */
export function PhotoOnDemand({ name, label, load }: PhotoQuery & { label: string }) {
  const [isWanted, setWanted] = useState(false)
  const query = usePhotoQuery({ name, load, isWanted })
  if (query.data !== undefined)
    return <img src={query.data} alt="Sent along" className={styles.photo} />
  const ask = () => (isWanted ? void query.refetch() : setWanted(true))
  return (
    <Button busy={isWanted && query.isFetching} onClick={ask}>
      {query.isError ? `Try ${label} again` : `Show ${label}`}
    </Button>
  )
}
