import {
  Alert,
  Button as MantineButton,
  Checkbox,
  ModalBase,
  ModalBaseBody,
  ModalBaseCloseButton,
  ModalBaseContent,
  ModalBaseOverlay,
  ModalBaseTitle,
  NativeSelect,
  Skeleton as MantineSkeleton,
  Textarea,
  TextInput,
  UnstyledButton,
} from '@mantine/core'
import type {
  AreaFieldProps,
  ButtonAnchorProps,
  ButtonLinkProps,
  ButtonProps,
  CheckFieldProps,
  ControlSet,
  DialogProps,
  Look,
  NoticeProps,
  PressProps,
  SelectFieldProps,
  TextFieldProps,
} from '#ui/control-props'
import { askedOf, fieldLook, modal } from '#ui/mantine-look'
import { Actions, buttonLook } from '#ui/plain-controls'
import { Link } from './link.tsx'
import buttons from './button.module.css'
import dialogs from './dialog.module.css'
import fields from './fields.module.css'
import own from './mantine-controls.module.css'
import notices from './notice.module.css'

const look = (asked: Omit<Look, 'children'>) => ({ classNames: { root: buttonLook(asked) } })

/** A busy button keeps its focus; a disabled one would lose it. */
function Button({ kind, wide, busy = false, type, children, onClick, ...rest }: ButtonProps) {
  return (
    <MantineButton
      {...look({ kind, wide })}
      type={type === 'submit' ? 'submit' : 'button'}
      aria-busy={busy}
      aria-disabled={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
      {...rest}
      disabled={rest.disabled ?? false}
    >
      {children}
      {busy && <span className={buttons.dots} aria-hidden="true" />}
    </MantineButton>
  )
}

function ButtonLink({ to, replace, children, ...rest }: ButtonLinkProps) {
  return (
    <MantineButton component={Link} to={to} replace={replace ?? false} {...look(rest)}>
      {children}
    </MantineButton>
  )
}

function ButtonAnchor({ href, target, children, ...rest }: ButtonAnchorProps) {
  return (
    <MantineButton
      component="a"
      href={href}
      target={target}
      rel={target && 'noreferrer'}
      {...look(rest)}
    >
      {children}
    </MantineButton>
  )
}

const Press = (props: PressProps) => <UnstyledButton {...props} type="button" />

function TextField({ label, hint, error, optional, onChange, ...rest }: TextFieldProps) {
  return (
    <TextInput
      {...rest}
      {...fieldLook}
      {...askedOf({ label, hint, error, optional })}
      required={rest.required ?? false}
      disabled={rest.disabled ?? false}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function SelectField(props: SelectFieldProps) {
  const { label, hint, error, optional, onChange, options, empty, ...rest } = props
  return (
    <NativeSelect
      {...rest}
      {...fieldLook}
      {...askedOf({ label, hint, error, optional })}
      required={rest.required ?? false}
      disabled={rest.disabled ?? false}
      // Without one, Mantine draws a second arrow.
      rightSection=" "
      onChange={(event) => onChange(event.target.value)}
      data={[...(empty === undefined ? [] : [{ value: '', label: empty }]), ...options]}
    />
  )
}

function AreaField(props: AreaFieldProps) {
  const { label, hint, error, optional, wrong = false, onChange, ...rest } = props
  return (
    <Textarea
      {...rest}
      {...fieldLook}
      {...askedOf({ label, hint, error, optional })}
      error={error ?? wrong}
      required={rest.required ?? false}
      disabled={rest.disabled ?? false}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function CheckField({ label, hint, error, onChange, ...rest }: CheckFieldProps) {
  return (
    <Checkbox
      {...rest}
      label={label}
      description={hint}
      error={error}
      aria-invalid={error !== undefined}
      onChange={(event) => onChange(event.target.checked)}
      classNames={{
        root: own.check ?? '',
        inner: own.tick ?? '',
        input: own.box ?? '',
        labelWrapper: own.about ?? '',
        description: own.soft ?? '',
        error: fields.error ?? '',
      }}
    />
  )
}

function Dialog({ open, onClose, title, children }: DialogProps) {
  return (
    <ModalBase {...modal} opened={open} onClose={onClose}>
      <ModalBaseOverlay />
      <ModalBaseContent
        className={`${dialogs.dialog} ${own.sheet}`}
        innerProps={{ className: own.around }}
      >
        <div className={`${dialogs.head} ${own.head}`}>
          <ModalBaseTitle className={own.name ?? ''}>{title}</ModalBaseTitle>
          <ModalBaseCloseButton className={own.close ?? ''} aria-label="Close" />
        </div>
        <ModalBaseBody className={`${dialogs.inside} ${own.body}`}>{children}</ModalBaseBody>
      </ModalBaseContent>
    </ModalBase>
  )
}

function Notice({ kind = 'info', title, children, actions, says }: NoticeProps) {
  const role = says === undefined ? 'note' : says === 'now' ? 'alert' : 'status'
  return (
    <Alert
      data-kind={kind}
      role={role}
      title={title}
      classNames={{
        root: notices.notice ?? '',
        body: notices.words ?? '',
        title: notices.title ?? '',
        message: own.message ?? '',
      }}
    >
      {children !== undefined && <div>{children}</div>}
      {actions !== undefined && <Actions>{actions}</Actions>}
    </Alert>
  )
}

const Skeleton = () => <MantineSkeleton className={own.bone} height={88} />

/** Mantine's controls in our style. */
export const mantineControls: ControlSet = {
  Button,
  ButtonLink,
  ButtonAnchor,
  Press,
  TextField,
  AreaField,
  SelectField,
  CheckField,
  Dialog,
  Notice,
  Skeleton,
}
