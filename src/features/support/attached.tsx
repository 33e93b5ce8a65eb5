import { getMessagePhoto } from '#contract/support/endpoints'
import type { MessageTopic } from '#contract/support/model'
import { callFile } from '#lib/api'
import { Link } from '#ui/link'
import { PhotoOnDemand, photoDownloadWidth } from '#ui/pictures/late-photo'
import styles from './conversation.module.css'

const pathOf = {
  booking: (reference: string) => `/profile/trip?booking=${reference}`,
  parcel: (reference: string) => `/track-parcel?id=${reference}`,
  charter: (reference: string) => `/profile/charters/${reference}`,
}

/** The booking or parcel that a message is about. */
export function MessageSubjectCard({ about: { kind, reference, title } }: { about: MessageTopic }) {
  return (
    <Link to={pathOf[kind](reference)} className={styles.about}>
      <b>{title}</b>
      <span>{reference}</span>
    </Link>
  )
}

/** The photo of a message, loaded by a button. */
export const MessagePhoto = ({ id, message_id }: { id: string; message_id: string }) => (
  <PhotoOnDemand
    name={['getMessagePhoto', message_id]}
    label="the photo"
    load={(options) =>
      callFile(getMessagePhoto, { id, message_id, w: photoDownloadWidth }, options)
    }
  />
)
