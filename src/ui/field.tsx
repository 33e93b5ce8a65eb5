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

/** Several lines of text. `wrong` marks what is said to be wrong elsewhere. */
export function AreaField(props: AreaFieldProps) {
  const { AreaField: Shown } = useControls()
  return <Shown {...props} />
}

/** A calendar day `YYYY-MM-DD` from the phone's own calendar. */
export function DateField(props: TextFieldProps) {
  return <TextField {...props} type="date" />
}

/** One of many, with the phone's own picker. `empty` stands for "not chosen yet". */
export function SelectField(props: SelectFieldProps) {
  const { SelectField: Shown } = useControls()
  return <Shown {...props} />
}

/** Yes or no. */
export function CheckField(props: CheckFieldProps) {
  const { CheckField: Shown } = useControls()
  return <Shown {...props} />
}
