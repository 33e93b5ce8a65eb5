import { ButtonLink } from '#ui/button'
import { Notice } from '#ui/notice'
import type { ReactNode } from 'react'

/** A notice that the clerk has no open shift, with a link to open one. `children`: why one is needed. */
export function NoShiftNotice({ children }: { children: ReactNode }) {
  return (
    <Notice tone="warning" actions={<ButtonLink to="/counter">Open a shift</ButtonLink>}>
      You have no open shift. {children}
    </Notice>
  )
}
