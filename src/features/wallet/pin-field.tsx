import { TextField } from '#ui/fields'
import type { ComponentProps } from 'react'

/** A field for digits that bystanders should not see. */
export function PinField(props: ComponentProps<typeof TextField>) {
  return (
    <TextField
      autoComplete="off"
      {...props}
      type="password"
      inputMode="numeric"
      maxLength={6}
      onChange={(text) => props.onChange(text.replaceAll(/\D/g, ''))}
    />
  )
}
