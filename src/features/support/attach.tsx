import { normaliseReference, isReference } from '#contract/reference'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { SelectField, TextField } from '#ui/fields'
import { PhotoField } from '#ui/photo-field'
import { useState } from 'react'
import type { Attachment } from './unsent.ts'
import type { AttachmentDraft } from './use-attachment.ts'
import styles from './conversation.module.css'

/** A button that attaches a photo, and the booking or parcel that a message is about. */
export function AttachButton({
  attachment: { attached, attach, isOpen, setOpen },
}: {
  attachment: AttachmentDraft
}) {
  const { photo, about } = attached
  const parts = [about?.reference, photo !== undefined && 'a photo'].filter(Boolean)
  return (
    <div className={styles.attach}>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        {parts.length === 0 ? 'Add a photo or reference' : `With ${parts.join(' and ')}`}
      </Button>
      {isOpen && (
        <AttachmentSheet
          attached={attached}
          onDone={(next) => {
            attach(next)
            setOpen(false)
          }}
        />
      )}
    </div>
  )
}

function AttachmentSheet({
  attached,
  onDone,
}: {
  attached: Attachment
  onDone: (attached: Attachment) => void
}) {
  const [photo, setPhoto] = useState(attached.photo ?? '')
  const [kind, setKind] = useState<'booking' | 'parcel'>(attached.about?.kind ?? 'booking')
  const [written, setWritten] = useState(attached.about?.reference ?? '')
  const [error, setError] = useState<string>()
  const done = () => {
    const reference = normaliseReference(written)
    if (reference !== '' && !isReference(reference))
      return setError('Check this reference: a letter or digit is wrong.')
    onDone({
      ...(photo !== '' && { photo }),
      ...(reference !== '' && { about: { kind, reference } }),
    })
  }
  return (
    <Dialog open title="Add to your message" onClose={() => onDone(attached)}>
      <PhotoField label="Photo" optional value={photo} onChange={setPhoto} />
      <SelectField
        label="It is about"
        value={kind}
        onChange={(value) => setKind(value === 'parcel' ? 'parcel' : 'booking')}
        options={[
          { value: 'booking', label: 'A booking' },
          { value: 'parcel', label: 'A parcel' },
        ]}
      />
      <TextField
        label={kind === 'booking' ? 'Booking reference' : 'Waybill number'}
        optional
        error={error}
        value={written}
        onChange={setWritten}
      />
      <Button kind="primary" onClick={done}>
        Done
      </Button>
    </Dialog>
  )
}
