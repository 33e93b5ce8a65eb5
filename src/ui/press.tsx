import { UnstyledButton } from '@mantine/core'
import type { ButtonHTMLAttributes, Ref } from 'react'

/** What can be pressed and does not look like a button: a seat, a row of a list. */
export function Press(
  props: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'color' | 'style' | 'type'> & {
    ref?: Ref<HTMLButtonElement>
    [data: `data-${string}`]: string | number
  },
) {
  return <UnstyledButton {...props} type="button" />
}
