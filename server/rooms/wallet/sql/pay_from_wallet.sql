-- Pays all of a payable from a wallet. The caller holds the row lock of the payable and has checked it. p_is_proved:
-- the PIN was entered, so that the payment does not count towards the limit without PIN. result: balance_too_low |
-- confirmed | confirmed_other_seats | refunded_late | refunded_twice
create or replace function pay_from_wallet(
  p_id uuid, p_reference text, p_person uuid, p_kind text, p_payable uuid, p_principal text, p_key text, p_goods jsonb,
  p_is_proved boolean default false
) returns payment_effect language plpgsql as $$
declare
  kind_of payable_kind%rowtype;
  wanted payable_wanted;
  effect payment_effect;
begin
  select * into strict kind_of from payable_kind where kind = p_kind;
  perform open_payable(p_kind, p_payable);
  wanted := lock_payable(p_payable);
  if not take_from_wallet(p_id, p_reference, p_person, p_payable, wanted.total_kobo, p_principal, p_key,
    case when p_is_proved then 0 else wanted.total_kobo end)
  then
    effect.result := 'balance_too_low';
    effect.kind := p_kind;
    effect.payable_id := p_payable;
    return effect;
  end if;
  return buy_or_refund_payable(kind_of, p_payable, wanted.total_kobo, array[p_id], null, p_goods);
end $$;
