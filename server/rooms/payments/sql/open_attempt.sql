-- Stores an attempt to pay, before its payment company is called, and holds the wallet's part. Makes the payable wait
-- for its money (open_payable). The attempt ends a minute before the payable's deadline, but lasts at least a minute.
-- p_is_proved: the wallet's PIN was entered, so that the payment does not count towards the limit without PIN. Returns
-- false if the wallet lacks its part.
create or replace function open_attempt(
  p_id uuid, p_reference text, p_kind text, p_payable uuid, p_person uuid, p_provider text, p_channel text,
  p_amount_kobo bigint, p_wallet_part_kobo bigint, p_extend_to int, p_principal text, p_key text,
  p_is_proved boolean default false
) returns boolean language plpgsql as $$
declare until_ts timestamptz := open_payable(p_kind, p_payable, p_extend_to);
begin
  insert into payment (id, reference, payable_id, person_id, provider, channel, amount_kobo, wallet_part_kobo,
      without_pin_kobo, idempotency_principal, idempotency_key, expires_at)
    values (p_id, p_reference, p_payable, p_person, p_provider, p_channel, p_amount_kobo, p_wallet_part_kobo,
      case when p_is_proved then 0 else p_wallet_part_kobo end, p_principal, p_key,
      greatest(until_ts - interval '1 minute', clock_timestamp() + interval '1 minute'));
  return hold_in_wallet(p_payable, p_id, p_person, p_wallet_part_kobo);
end $$;
