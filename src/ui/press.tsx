import type { PressProps } from '#ui/control-props'
import { useControls } from '#ui/controls'

/** A button that does not look like one: a seat, a row of a list. */
export function Press(props: PressProps) {
  const { Press: Shown } = useControls()
  return <Shown {...props} />
}
