-- Money that has landed for a thing buys its tickets or its waybill, or all of it goes back: p_payments are
-- the rows it came with, a company's first; p_reason says why it must go back, null when nothing speaks against it.
create or replace function use_money(
  p_thing money_wanted, p_payments uuid[], p_reason text, p_kid smallint, p_ticket_ids bytea[], p_ticket_codes text[],
  p_pin_hash bytea
) returns payment_effect language plpgsql as $$
declare
  came_of text;
  back_reason text := p_reason;
  over_kobo bigint;
  pay record;
  effect payment_effect;
begin
  effect.booking_id := p_thing.booking_id;
  effect.parcel_id := p_thing.parcel_id;
  if back_reason is null then
    came_of := case when p_thing.parcel_id is null
      then confirm_booking(p_thing.booking_id, p_kid, p_ticket_ids, p_ticket_codes)
      else confirm_parcel(p_thing.parcel_id, p_pin_hash) end;
    back_reason := case came_of when 'no_seats' then 'paid_late' when 'too_late' then 'paid_late'
      when 'already_confirmed' then 'paid_twice' end;
  end if;
  effect.result := coalesce(replace(back_reason, 'paid_', 'refunded_'), came_of);
  update payment set outcome = effect.result where id = any (p_payments);
  if back_reason is null then
    update booking set paid_kobo = total_kobo where id = p_thing.booking_id;
    perform settle(coalesce(p_thing.booking_id, p_thing.parcel_id));
    select sum(paid_kobo) - p_thing.total_kobo into over_kobo from payment where id = any (p_payments);
    if over_kobo > 0 then
      effect.refund_id := raise_refund(p_payments[1], over_kobo, 'paid_over', 'source', 'over:' || p_payments[1], '{}', false);
    end if;
    return effect;
  end if;
  for pay in select id, provider, paid_kobo from payment where id = any (p_payments) loop
    if pay.provider = 'wallet' then
      effect.wallet_refund_id := raise_refund(pay.id, pay.paid_kobo, back_reason, 'wallet', 'whole:' || pay.id, '{}', false);
    else
      effect.refund_id := raise_refund(pay.id, pay.paid_kobo, back_reason, 'source', 'whole:' || pay.id, '{}', false);
      delete from wallet_hold where payment_id = pay.id;
    end if;
  end loop;
  return effect;
end $$;
