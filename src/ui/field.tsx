import type {
  AreaFieldProps,
  CheckFieldProps,
  SelectFieldProps,
  TextFieldProps,
} from '#ui/control-props'
import { useControls } from '#ui/controls'

/** One line of text. */
export function TextField(props: TextFieldProps) {
  const { TextField: Shown } = useControls()
  return <Shown {...props} />
}

/** A field for several lines. `wrong` marks an error that is shown elsewhere. */
export function AreaField(props: AreaFieldProps) {
  const { AreaField: Shown } = useControls()
  return <Shown {...props} />
}

/** A calendar day `YYYY-MM-DD` from the phone's own picker. */
export function DateField(props: TextFieldProps) {
  return <TextField {...props} type="date" />
}

/** One of many options, with the phone's own picker. `empty`: the option for "not chosen yet". */
export function SelectField(props: SelectFieldProps) {
  const { SelectField: Shown } = useControls()
  return <Shown {...props} />
}

/** Yes or no. */
export function CheckField(props: CheckFieldProps) {
  const { CheckField: Shown } = useControls()
  return <Shown {...props} />
}
