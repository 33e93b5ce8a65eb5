import { product } from '#contract/product'
import { useStored, write } from '#lib/device'
import { useInstallOffer } from '#lib/install-offer'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'

/**
 * Offers to put the app on the home screen, where the browser can do it. After any answer, the question is never
 * repeated on this phone.
 */
export function InstallPrompt() {
  const install = useInstallOffer()
  const isAnswered = useStored('install_answered')
  if (install === undefined || isAnswered === true) return null
  const answer = () => write('install_answered', true)
  return (
    <Notice
      title={`Put ${product.name} on your home screen`}
      actions={
        <>
          <Button
            onClick={() => {
              answer()
              install()
            }}
          >
            Add to home screen
          </Button>
          <Button kind="quiet" onClick={answer}>
            Not now
          </Button>
        </>
      }
    >
      Your tickets open there with one tap, without a network.
    </Notice>
  )
}
