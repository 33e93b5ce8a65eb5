import { ModalBase, ModalBaseContent, ModalBaseTitle } from '@mantine/core'
import { modal } from '#ui/mantine-look'
import type { ReactNode } from 'react'

/** A layer over the whole screen until it is closed. A `CoverTitle` inside names it. */
export function Cover({
  className,
  onClose,
  children,
}: {
  className: string
  onClose: () => void
  children: ReactNode
}) {
  return (
    <ModalBase {...modal} opened onClose={onClose}>
      <ModalBaseContent className={className} innerProps={{}}>
        {children}
      </ModalBaseContent>
    </ModalBase>
  )
}

export function CoverTitle({ children }: { children: ReactNode }) {
  return <ModalBaseTitle>{children}</ModalBaseTitle>
}
