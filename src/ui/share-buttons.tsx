import { Button, ButtonAnchor } from './button.tsx'

/** Buttons to share a text: the phone's share sheet, WhatsApp and SMS. None of them needs our server. */
export function ShareButtons({ text }: { text: string }) {
  // A non-breaking space would turn one SMS into two.
  const encoded = encodeURIComponent(text.replaceAll('\u00a0', ' '))
  return (
    <>
      {'share' in navigator && (
        // If the person closes the share sheet, that is not a failure.
        <Button onClick={() => void navigator.share({ text }).catch(() => undefined)}>Share</Button>
      )}
      <ButtonAnchor href={`https://wa.me/?text=${encoded}`} target="_blank">
        WhatsApp
      </ButtonAnchor>
      <ButtonAnchor href={`sms:?body=${encoded}`}>SMS</ButtonAnchor>
    </>
  )
}
