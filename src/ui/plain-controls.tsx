import type {
  AreaFieldProps,
  Asked,
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
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Link } from './link.tsx'
import buttons from './button.module.css'
import dialogs from './dialog.module.css'
import fields from './fields.module.css'
import notices from './notice.module.css'
import pages from './page.module.css'

const kinds = {
  primary: buttons.primary,
  plain: '',
  quiet: buttons.quiet,
  harm: buttons.harm,
}

/** The classes of a button. */
export const buttonLook = ({ kind = 'plain', wide = false }: Omit<Look, 'children'>) =>
  [buttons.button, kinds[kind], wide && buttons.wide].filter(Boolean).join(' ')

function Button({ kind, wide, busy = false, type, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type={type === 'submit' ? 'submit' : 'button'}
      className={buttonLook({ kind, wide })}
      aria-busy={busy}
      aria-disabled={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
      {...rest}
    >
      {children}
      {busy && <span className={buttons.dots} aria-hidden="true" />}
    </button>
  )
}

function ButtonLink({ to, replace, ...rest }: ButtonLinkProps) {
  return (
    <Link to={to} replace={replace ?? false} className={buttonLook(rest)}>
      {rest.children}
    </Link>
  )
}

function ButtonAnchor({ href, ...rest }: ButtonAnchorProps) {
  return (
    <a
      href={href}
      target={rest.target}
      rel={rest.target && 'noreferrer'}
      className={buttonLook(rest)}
    >
      {rest.children}
    </a>
  )
}

const Press = (props: PressProps) => <button {...props} type="button" />

/** Label, hint and error around a native control, connected for screen readers. */
export function Field({
  label,
  hint,
  error,
  optional = false,
  children,
}: Asked & {
  children: (tied: {
    id: string
    className: string
    'aria-invalid': boolean
    'aria-describedby': string | undefined
  }) => ReactNode
}) {
  const id = useId()
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(' ')
  return (
    <div className={fields.field}>
      <label htmlFor={id} className={fields.label}>
        {label} {optional && <span className={fields.optional}>(optional)</span>}
      </label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={fields.hint}>
          {hint}
        </p>
      )}
      {children({
        id,
        className: fields.box ?? '',
        'aria-invalid': error !== undefined,
        'aria-describedby': described === '' ? undefined : described,
      })}
      {error !== undefined && (
        <p id={`${id}-error`} className={fields.error}>
          {error}
        </p>
      )}
    </div>
  )
}

function TextField({ label, hint, error, optional, onChange, ...rest }: TextFieldProps) {
  return (
    <Field {...{ label, hint, error }} optional={optional ?? false}>
      {(tied) => (
        <input type="text" {...rest} {...tied} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  )
}

function AreaField(props: AreaFieldProps) {
  const { label, hint, error, optional, wrong = false, onChange, ...rest } = props
  return (
    <Field {...{ label, hint, error }} optional={optional ?? false}>
      {(tied) => (
        <textarea
          {...rest}
          {...tied}
          aria-invalid={wrong || tied['aria-invalid']}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

function SelectField(props: SelectFieldProps) {
  const { label, hint, error, optional, onChange, options, empty, ...rest } = props
  return (
    <Field {...{ label, hint, error }} optional={optional ?? false}>
      {(tied) => (
        <select {...rest} {...tied} onChange={(event) => onChange(event.target.value)}>
          {empty !== undefined && <option value="">{empty}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

function CheckField({ label, hint, error, checked, onChange, ...rest }: CheckFieldProps) {
  return (
    <label className={fields.check}>
      <input
        {...rest}
        type="checkbox"
        checked={checked}
        aria-invalid={error !== undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
      {hint !== undefined && <small>{hint}</small>}
      {error !== undefined && <small className={fields.error}>{error}</small>}
    </label>
  )
}

function Dialog({ open, onClose, title, children }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    if (open && box.current?.open === false) box.current.showModal()
    if (!open) box.current?.close()
  }, [open])
  return (
    <dialog ref={box} className={dialogs.dialog} aria-labelledby={id} onClose={onClose}>
      {open && (
        <div className={dialogs.inside}>
          <div className={dialogs.head}>
            <h2 id={id}>{title}</h2>
            <button type="button" className={dialogs.close} aria-label="Close" onClick={onClose}>
              ×
            </button>
          </div>
          {children}
        </div>
      )}
    </dialog>
  )
}

/** Buttons side by side; `wide` ones fill the line on a phone. */
export function Actions({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  return <div className={`${notices.actions} ${wide ? notices.wide : ''}`}>{children}</div>
}

function Notice({ kind = 'info', title, children, actions, says }: NoticeProps) {
  const role = says === undefined ? undefined : says === 'now' ? 'alert' : 'status'
  return (
    <div className={notices.notice} data-kind={kind} role={role}>
      <div className={notices.words}>
        {title !== undefined && <p className={notices.title}>{title}</p>}
        {children !== undefined && <div>{children}</div>}
      </div>
      {actions !== undefined && <Actions>{actions}</Actions>}
    </div>
  )
}

const Skeleton = () => <div className={pages.bone} />

/** Native controls with the tokens of the app. */
export const plainControls: ControlSet = {
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
