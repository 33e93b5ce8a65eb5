import type { DialogProps } from '#ui/control-props'
import { useControls } from '#ui/controls'

/** A question over the screen, from the bottom on a phone. Escape and × close it. */
export function Dialog(props: DialogProps) {
  const { Dialog: Shown } = useControls()
  return <Shown {...props} />
}
