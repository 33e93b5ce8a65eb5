import { Button } from '#ui/button'
import { usePhotoQuery } from '#ui/pictures/late-photo'
import styles from './desk.module.css'
import { MutedText } from './page.tsx'

/** A photo that needs a call with the login. It is loaded immediately, since a member needs it to decide. */
export function LoadedPhoto({
  alt,
  ...source
}: Parameters<typeof usePhotoQuery>[0] & { alt: string }) {
  const query = usePhotoQuery(source)
  if (query.isError)
    return <Button onClick={() => void query.refetch()}>The photo did not load. Try again</Button>
  if (query.data === undefined) return <MutedText>Loading the photo…</MutedText>
  return <img src={query.data} alt={alt} className={styles.photo} />
}
