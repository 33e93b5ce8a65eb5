import { mostPhotoBytes } from '#contract/photo'
import { FileButton, Input } from '@mantine/core'
import { Button } from '#ui/button'
import type { Asked } from '#ui/control-props'
import { askedOf, fieldLook } from '#ui/mantine-look'
import { useId, useRef, useState } from 'react'
import styles from './fields.module.css'

/** Enough to see a crack or a label; about 250 kB. */
const longestSide_px = 1280
const quality = 0.8

/**
 * A photo, taken or picked. `value`: a JPEG as base64, empty without one. It is drawn again on the phone, at most
 * 1280 px long, which removes location, camera and most of its bytes.
 */
export function PhotoField({
  label,
  hint,
  error,
  optional = false,
  value,
  onChange,
}: Asked & { value: string; onChange: (value: string) => void }) {
  const [trouble, setTrouble] = useState<string>()
  const forget = useRef<() => void>(null)
  async function take(file: File | null): Promise<void> {
    if (file === null) return
    const photo = await drawnAnew(file).catch(() => undefined)
    setTrouble(
      photo === undefined ? 'This phone cannot read that photo. Try another one.' : undefined,
    )
    if (photo !== undefined) onChange(photo)
  }
  const id = useId()
  const asked = askedOf({ label, hint, optional, error: trouble ?? error })
  return (
    <Input.Wrapper id={id} {...fieldLook} {...asked}>
      <div className={styles.choices}>
        {value !== '' && (
          // A frame that fits any photo without an inline style.
          <svg viewBox="0 0 4 3" width="200" height="150" role="img" aria-label="Your photo">
            <image href={`data:image/jpeg;base64,${value}`} width="4" height="3" />
          </svg>
        )}
        <FileButton
          accept="image/*"
          inputProps={{ id }}
          resetRef={forget}
          onChange={(file) => void take(file).finally(() => forget.current?.())}
        >
          {({ onClick }) => (
            <Button onClick={onClick} aria-invalid={asked.error !== undefined}>
              {value === '' ? 'Take or pick a photo' : 'Another photo'}
            </Button>
          )}
        </FileButton>
        {value !== '' && (
          <Button kind="quiet" onClick={() => onChange('')}>
            Remove
          </Button>
        )}
      </div>
    </Input.Wrapper>
  )
}

/** Rejects if this phone cannot read the picture. */
async function drawnAnew(file: File): Promise<string> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, longestSide_px / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('This phone cannot draw.')
  // Transparent parts would turn black.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const [head, photo = ''] = canvas.toDataURL('image/jpeg', quality).split(',')
  if (head !== 'data:image/jpeg;base64' || photo.length > (mostPhotoBytes / 3) * 4)
    throw new Error('The photo could not be prepared.')
  return photo
}
