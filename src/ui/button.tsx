import type { ButtonAnchorProps, ButtonLinkProps, ButtonProps } from '#ui/control-props'
import { useControls } from '#ui/controls'

/** A button for an act. `busy` prevents a second press and shows that it works. */
export function Button(props: ButtonProps) {
  const { Button: Shown } = useControls()
  return <Shown {...props} />
}

/** A link that looks like a button. */
export function ButtonLink(props: ButtonLinkProps) {
  const { ButtonLink: Shown } = useControls()
  return <Shown {...props} />
}

/** A link out of the app: telephone, messages, maps, files. */
export function ButtonAnchor(props: ButtonAnchorProps) {
  const { ButtonAnchor: Shown } = useControls()
  return <Shown {...props} />
}
