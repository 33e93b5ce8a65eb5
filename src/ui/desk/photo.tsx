import { Button } from '#ui/button'
import { usePhoto } from '#ui/pictures/late-photo'
import styles from './desk.module.css'
import { Muted } from './page.tsx'

/** A photo that needs a call with the login. It is loaded immediately, since a member needs it to decide. */
export function Photo({ alt, ...source }: Parameters<typeof usePhoto>[0] & { alt: string }) {
  const query = usePhoto(source)
  if (query.isError)
    return <Button onClick={() => void query.refetch()}>The photo did not load. Try again</Button>
  if (query.data === undefined) return <Muted>Loading the photo…</Muted>
  return <img src={query.data} alt={alt} className={styles.photo} />
}
