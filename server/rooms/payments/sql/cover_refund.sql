-- Reduces an open refund to its source by what the payment company has already given back without our order, so that
-- nobody is paid twice. If that covers only a part of the refund, the part becomes a separate refund. Returns the kobo
-- that are still to be refunded. The caller has made sure that the company does not have this refund, and that nobody
-- is sending it now.
create or replace function cover_refund(p_refund uuid) returns bigint language plpgsql as $$
declare
  back refund%rowtype;
  pay payment%rowtype;
  charge payment%rowtype;
  covered bigint;
  done uuid := p_refund;
begin
  select * into strict pay from payment where id = (select payment_id from refund where id = p_refund) for update;
  -- What the company gave back is recorded with the whole payment, never with a share of it.
  select * into strict charge from payment where id = coalesce(pay.part_of, pay.id) for update;
  select * into strict back from refund where id = p_refund for update;
  if back.state in ('succeeded', 'submitted') or back.destination <> 'source' then return 0; end if;
  covered := least(back.amount_kobo, charge.outside_kobo);
  if covered <= 0 then return back.amount_kobo; end if;
  if covered < back.amount_kobo then
    update refund set amount_kobo = amount_kobo - covered where id = p_refund;
    done := gen_random_uuid();
    insert into refund (id, payment_id, payable_id, seats, amount_kobo, destination, reason, effect, requested_at)
      values (done, back.payment_id, back.payable_id, back.seats, covered, 'source', back.reason,
        back.effect || ':by_hand:' || done, back.requested_at);
  end if;
  update refund set state = 'succeeded', by_hand = true, to_wallet = false, person_since = null, settled_at = now()
    where id = done;
  update payment set refund_pending_kobo = refund_pending_kobo - covered, refunded_kobo = refunded_kobo + covered
    where id = pay.id;
  update payment set outside_kobo = outside_kobo - covered where id = charge.id;
  perform post_transfer('refund:' || done || ':by_hand', 'refund:' || done, account_of('refund_payable', ''),
    account_of('outside_refund', charge.id::text), covered, 'refund', back.payable_id);
  return back.amount_kobo - covered;
end $$;
