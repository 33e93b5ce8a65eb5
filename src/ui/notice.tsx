import type { NoticeProps } from '#ui/control-props'
import { useControls } from '#ui/controls'

export { Actions } from '#ui/plain-controls'

/**
 * A notice. `mind`: a warning. `harm`: a failure. `done`: a success. `says`: read by screen readers, `now` at once,
 * `soon` in turn.
 */
export function Notice(props: NoticeProps) {
  const { Notice: Shown } = useControls()
  return <Shown {...props} />
}
