import { maxPhotoBytes } from '#contract/photo'
import { useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Field, type FieldProps } from './fields.tsx'
import styles from './fields.module.css'

/** The longest side of a photo: large enough to see a crack or read a label; about 250 kB. */
const longestSide_px = 1280
const quality = 0.8

/**
 * A field for a photo, taken now or picked. `value` is a JPEG as base64, empty without a photo. The phone redraws it,
 * at most 1280 px long, which removes the data about location and camera and makes the file much smaller.
 */
export function PhotoField({
  label,
  hint,
  error,
  optional = false,
  value,
  onChange,
}: FieldProps & { value: string; onChange: (value: string) => void }) {
  const [trouble, setTrouble] = useState<string>()
  const picker = useRef<HTMLInputElement>(null)
  async function take(file: File | undefined): Promise<void> {
    if (file === undefined) return
    const photo = await redrawPhoto(file).catch(() => undefined)
    setTrouble(
      photo === undefined ? 'This phone cannot read that photo. Try another one.' : undefined,
    )
    if (photo !== undefined) onChange(photo)
  }
  return (
    <Field {...{ label, hint, optional }} error={trouble ?? error}>
      {({ id, className: _, ...ties }) => (
        <div className={styles.choices}>
          {value !== '' && (
            // This frame fits a photo of any shape without an inline style.
            <svg viewBox="0 0 4 3" width="200" height="150" role="img" aria-label="Your photo">
              <image href={`data:image/jpeg;base64,${value}`} width="4" height="3" />
            </svg>
          )}
          <input
            ref={picker}
            id={id}
            hidden
            type="file"
            accept="image/*"
            onChange={({ target }) => {
              void take(target.files?.[0])
              // Without this, the same photo could not be picked again.
              target.value = ''
            }}
          />
          <Button {...ties} onClick={() => picker.current?.click()}>
            {value === '' ? 'Take or pick a photo' : 'Another photo'}
          </Button>
          {value !== '' && (
            <Button kind="quiet" onClick={() => onChange('')}>
              Remove
            </Button>
          )}
        </div>
      )}
    </Field>
  )
}

/** Redraws a photo as a JPEG in base64. Rejects if this phone cannot read the picture. */
async function redrawPhoto(file: File): Promise<string> {
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
  if (head !== 'data:image/jpeg;base64' || photo.length > (maxPhotoBytes / 3) * 4)
    throw new Error('The photo could not be prepared.')
  return photo
}
