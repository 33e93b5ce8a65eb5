-- Refunds a part of what was paid for a payable, spread over its payments, those of a payment company first, so that
-- the chosen destination gets as much as possible. What a company has already given back without our order is set off
-- first. Money of a disputed payment is refunded only to its source, and only after the dispute is won. A repeated
-- effect does nothing. The caller holds the row lock of the payable.
create or replace function request_refund(
  p_payable uuid, p_amount_kobo bigint, p_reason text, p_destination text, p_effect text, p_seats smallint[]
) returns setof uuid language plpgsql as $$
declare
  pay record;
  made uuid;
  charge record;
  rest bigint := p_amount_kobo;
  part bigint;
begin
  if p_amount_kobo = 0
    or exists (select from refund where payable_id = p_payable and starts_with(effect, p_effect || '#'))
  then return; end if;
  for pay in
    select id, part_of, paid_kobo - refunded_kobo - refund_pending_kobo as open_kobo from payment
    where payable_id = p_payable and outcome in ('confirmed', 'confirmed_other_seats')
    order by provider = 'wallet', settled_at, id for update
  loop
    select outside_kobo, disputed_kobo > 0 as is_disputed into strict charge from payment
      where id = coalesce(pay.part_of, pay.id) for update;
    part := least(rest, pay.open_kobo, charge.outside_kobo);
    if part > 0 then
      made := raise_refund(pay.id, part, p_reason, 'source', p_effect || '#' || pay.id || ':by_hand', p_seats, true);
      perform cover_refund(made);
      return next made;
      rest := rest - part;
      pay.open_kobo := pay.open_kobo - part;
    end if;
    part := least(rest, pay.open_kobo);
    continue when part <= 0;
    return next raise_refund(pay.id, part, p_reason, case when charge.is_disputed then 'source' else p_destination end,
      p_effect || '#' || pay.id, p_seats, true);
    rest := rest - part;
  end loop;
  if rest > 0 then raise exception '% has % kobo less than the refund', p_payable, rest; end if;
end $$;
