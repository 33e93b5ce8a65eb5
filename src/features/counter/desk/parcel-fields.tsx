import { formatNaira } from '#contract/money'
import { exactSizeOption, findDraftRequirements, type ParcelLists } from '#contract/parcels/choice'
import { prohibitedGoods } from '#contract/parcels/goods'
import { doorAddOns, fullCoverAddOnCode } from '#contract/parcels/price'
import { maxParcelNoteLength } from '#contract/parcels/rules'
import { formatDayTime } from '#lib/format'
import { findMeasureError } from '#lib/number-errors'
import type { FieldErrors } from '#lib/use-field-checks'
import { CheckField, FieldGroup } from '#ui/choices'
import { AreaField, PhoneField, SelectField, TextField } from '#ui/fields'
import styles from './counter.module.css'
import { doorDeliveryOption, type ParcelDraft, type SellableRoute } from './parcel-sale-form.ts'

interface FieldsProps {
  draft: ParcelDraft
  change: (next: Partial<ParcelDraft>) => void
  errors: FieldErrors
  lists: ParcelLists
}

/** Fields for the destination of a parcel, and the place where it is collected there. */
export function RouteFields({
  draft,
  change,
  errors,
  lists,
  routes,
}: FieldsProps & { routes: readonly SellableRoute[] }) {
  const { to: city, bus } = routes.find(({ route }) => route.to_city === draft.to) ?? {}
  const counters = lists.locations.filter((one) => one.city === city)
  const door = lists.add_ons.find(({ code }) => code === doorAddOns.pick_up)
  return (
    <>
      <SelectField
        label="To"
        empty="Choose a city"
        hint={bus && `Next bus: ${formatDayTime(bus.departs_at, bus.zone)}`}
        value={draft.to}
        error={errors['quote.route']}
        options={routes.map(({ route, to }) => ({ value: route.to_city, label: to }))}
        onChange={(to) => {
          const next = routes.find(({ route }) => route.to_city === to)?.to
          const first = lists.locations.find((one) => one.city === next)?.code ?? ''
          change({ to, pick_up: first })
        }}
      />
      {city !== undefined && (
        <SelectField
          label="Collected at"
          value={draft.pick_up}
          error={errors['quote.pick_up.location']}
          options={[
            ...counters.map(({ code, name }) => ({ value: code, label: name })),
            ...(door === undefined
              ? []
              : [{ value: doorDeliveryOption, label: `A door, +${formatNaira(door.price_kobo)}` }]),
          ]}
          onChange={(pick_up) => change({ pick_up })}
        />
      )}
      {draft.pick_up === doorDeliveryOption && (
        <TextField
          label="Delivery address"
          hint="Street, number, area and what the rider looks for"
          autoComplete="off"
          value={draft.address}
          error={errors['pick_up.address']}
          onChange={(address) => change({ address })}
        />
      )}
    </>
  )
}

const measures = [
  ['length', 'Length (cm)', 'length_cm'],
  ['width', 'Width (cm)', 'width_cm'],
  ['height', 'Height (cm)', 'height_cm'],
  ['weight', 'Weight (kg)', 'weight_grams'],
] as const

/** Fields for size, kind of goods, declared value and add-ons. The price depends on these and on the route. */
export function GoodsFields({ draft, change, errors, lists }: FieldsProps) {
  const required = findDraftRequirements(draft).add_ons
  const doors: readonly string[] = Object.values(doorAddOns)
  const type = lists.types.find(({ code }) => code === draft.type)
  return (
    <>
      <SelectField
        label="Size"
        empty="Choose a size"
        value={draft.size}
        error={errors['quote.size']}
        options={[
          ...lists.sizes.map(({ code, name, hint }) => ({
            value: code,
            label: `${name} · ${hint}`,
          })),
          { value: exactSizeOption, label: 'Exact size' },
        ]}
        onChange={(size) => change({ size })}
      />
      {draft.size === exactSizeOption && (
        <div className={styles.measures}>
          {measures.map(([name, label, field]) => (
            <TextField
              key={name}
              label={label}
              inputMode="decimal"
              autoComplete="off"
              value={draft[name]}
              error={findMeasureError(draft[name]) ?? errors[`quote.${field}`]}
              onChange={(text) => change({ [name]: text })}
            />
          ))}
        </div>
      )}
      <SelectField
        label="Kind of goods"
        empty="Choose what it is"
        {...(type !== undefined && type.hint !== '' && { hint: type.hint })}
        value={draft.type}
        error={errors['quote.type']}
        options={lists.types.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={(code) => change({ type: code })}
      />
      <TextField
        label="Declared value, ₦"
        optional={!findDraftRequirements(draft).needs_value}
        inputMode="decimal"
        autoComplete="off"
        value={draft.value}
        error={errors['quote.declared_value_kobo']}
        onChange={(value) => change({ value })}
      />
      <FieldGroup label="Add-ons" error={errors['quote.add_ons']}>
        {lists.add_ons
          .filter(({ code }) => !doors.includes(code))
          .map(({ code, name, hint, price_kobo }) => (
            <CheckField
              key={code}
              label={`${name}, ${code === fullCoverAddOnCode ? 'from ' : ''}${formatNaira(price_kobo)}`}
              hint={required.includes(code) ? 'These goods need it.' : hint}
              checked={draft.add_ons.includes(code) || required.includes(code)}
              disabled={required.includes(code)}
              onChange={(on) =>
                change({
                  add_ons: on
                    ? [...draft.add_ons, code]
                    : draft.add_ons.filter((one) => one !== code),
                })
              }
            />
          ))}
      </FieldGroup>
    </>
  )
}

/** Fields for the contents of a parcel, and the confirmation that nothing in it is prohibited. */
export function ContentsFields({ draft, change, errors }: FieldsProps) {
  return (
    <>
      <AreaField
        label="Contents"
        hint="For example 2 wrappers, 1 pair of shoes"
        rows={2}
        maxLength={300}
        value={draft.contents}
        error={errors['contents']}
        onChange={(contents) => change({ contents })}
      />
      <TextField
        label="Note"
        optional
        hint="For the counter and the driver, like: keep upright"
        maxLength={maxParcelNoteLength}
        value={draft.note}
        error={errors['note']}
        onChange={(note) => change({ note })}
      />
      <CheckField
        label="The sender says that nothing in it is prohibited"
        error={errors['nothing_prohibited']}
        checked={draft.nothing_prohibited}
        onChange={(nothing_prohibited) => change({ nothing_prohibited })}
      />
      <details>
        <summary>What is prohibited</summary>
        <ul>
          {[...prohibitedGoods.parcels, ...prohibitedGoods.everywhere].map((goods) => (
            <li key={goods}>{goods}</li>
          ))}
        </ul>
      </details>
    </>
  )
}

/** Fields for the sender and the receiver of a parcel. */
export function PeopleFields({ draft, change, errors }: FieldsProps) {
  return (
    <>
      {(['sender', 'receiver'] as const).map((who) => (
        <FieldGroup key={who} isPart label={who === 'sender' ? 'Sender' : 'Receiver'}>
          <div className={styles.parts}>
            <TextField
              label={who === 'sender' ? 'Sender’s name' : 'Receiver’s name'}
              autoCapitalize="words"
              autoComplete="off"
              value={draft[`${who}_name`]}
              error={errors[`${who}.full_name`]}
              onChange={(text) => change({ [`${who}_name`]: text })}
            />
            <PhoneField
              label={who === 'sender' ? 'Sender’s phone' : 'Receiver’s phone'}
              {...(who === 'receiver' && { hint: 'The pickup PIN is sent there by SMS.' })}
              autoComplete="off"
              value={draft[`${who}_phone`]}
              error={errors[`${who}.phone`]}
              onChange={(text) => change({ [`${who}_phone`]: text })}
            />
          </div>
        </FieldGroup>
      ))}
    </>
  )
}
