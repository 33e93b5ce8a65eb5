import type { NoticeProps } from '#ui/control-props'
import { useControls } from '#ui/controls'

export { Actions } from '#ui/plain-controls'

/**
 * Something to know before going on: `mind` to look out, `harm` when it went wrong, `done` when it went
 * well. `says` reads it out: `now` interrupts, `soon` waits its turn.
 */
export function Notice(props: NoticeProps) {
  const { Notice: Shown } = useControls()
  return <Shown {...props} />
}
