import type {
  ButtonHTMLAttributes,
  InputHTMLAttributes,
  ReactNode,
  Ref,
  SelectHTMLAttributes,
  TextareaHTMLAttributes,
} from 'react'
import type { To } from 'react-router-dom'

export interface Look {
  kind?: 'primary' | 'plain' | 'quiet' | 'harm' | undefined
  /** As wide as its parent. */
  wide?: boolean | undefined
  children: ReactNode
}

export type ButtonProps = Look & { busy?: boolean } & Omit<
    ButtonHTMLAttributes<HTMLButtonElement>,
    'className' | 'color' | 'style'
  >
export type ButtonLinkProps = Look & { to: To; replace?: boolean | undefined }
export type ButtonAnchorProps = Look & { href: string; target?: '_blank' }

/** Props of every field. */
export interface Asked {
  label: ReactNode
  /** A hint below the label. */
  hint?: ReactNode
  /** The error message. */
  error?: string | undefined
  /** Shows "optional" beside the label. Other fields are required. */
  optional?: boolean
}

/** A control's own attributes, with a text value and one change handler. */
export type Own<Attributes> = Asked &
  Omit<Attributes, 'onChange' | 'className' | 'color' | 'id' | 'size' | 'style'> & {
    value: string
    onChange: (value: string) => void
  }

export interface Option {
  value: string
  label: string
}

export type TextFieldProps = Own<InputHTMLAttributes<HTMLInputElement>>
export type SelectFieldProps = Own<Omit<SelectHTMLAttributes<HTMLSelectElement>, 'multiple'>> & {
  options: readonly Option[]
  /** The option for "not chosen yet". */
  empty?: string
}

/** A field for several lines. `wrong` marks an error that is shown elsewhere. */
export type AreaFieldProps = Own<TextareaHTMLAttributes<HTMLTextAreaElement>> & {
  wrong?: boolean
  ref?: Ref<HTMLTextAreaElement>
}

/** Yes or no. */
export type CheckFieldProps = Omit<Asked, 'optional'> & {
  checked: boolean
  onChange: (checked: boolean) => void
  name?: string
  disabled?: boolean
}

export type PressProps = Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'color' | 'style' | 'type'
> & {
  ref?: Ref<HTMLButtonElement>
  [data: `data-${string}`]: string | number
}

export interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
}

export interface NoticeProps {
  kind?: 'info' | 'mind' | 'harm' | 'done'
  title?: ReactNode
  children?: ReactNode
  actions?: ReactNode
  says?: 'now' | 'soon'
}

/** The controls that exist twice, since the first screens need them. */
export interface ControlSet {
  Button: (props: ButtonProps) => ReactNode
  ButtonLink: (props: ButtonLinkProps) => ReactNode
  ButtonAnchor: (props: ButtonAnchorProps) => ReactNode
  Press: (props: PressProps) => ReactNode
  TextField: (props: TextFieldProps) => ReactNode
  AreaField: (props: AreaFieldProps) => ReactNode
  SelectField: (props: SelectFieldProps) => ReactNode
  CheckField: (props: CheckFieldProps) => ReactNode
  Dialog: (props: DialogProps) => ReactNode
  Notice: (props: NoticeProps) => ReactNode
  /** A grey shape in place of content. */
  Skeleton: () => ReactNode
}
