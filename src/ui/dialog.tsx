import type { DialogProps } from '#ui/control-props'
import { useControls } from '#ui/controls'

/** A question over the screen; on a phone at the bottom. Escape and × close it. */
export function Dialog(props: DialogProps) {
  const { Dialog: Shown } = useControls()
  return <Shown {...props} />
}
