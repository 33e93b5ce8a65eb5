import type { ButtonAnchorProps, ButtonLinkProps, ButtonProps } from '#ui/control-props'
import { useControls } from '#ui/controls'

/** Something that happens here. `busy` keeps it from being pressed twice and says that it works. */
export function Button(props: ButtonProps) {
  const { Button: Shown } = useControls()
  return <Shown {...props} />
}

/** Somewhere to go, looking like a button. */
export function ButtonLink(props: ButtonLinkProps) {
  const { ButtonLink: Shown } = useControls()
  return <Shown {...props} />
}

/** A door out of the app: telephone, messages, maps, files. */
export function ButtonAnchor(props: ButtonAnchorProps) {
  const { ButtonAnchor: Shown } = useControls()
  return <Shown {...props} />
}
