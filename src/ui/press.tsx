import { type PressProps, useControls } from '#ui/controls'

/** What can be pressed and does not look like a button: a seat, a row of a list. */
export function Press(props: PressProps) {
  const { Press: Shown } = useControls()
  return <Shown {...props} />
}
