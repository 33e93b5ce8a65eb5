-- Applies a payment company's answer about a refund. Success is final. After six failed tries the refund needs a
-- person, unless it goes to a wallet.
create or replace function settle_refund(p_refund uuid, p_state text, p_provider_id text, p_said text default null)
returns text language plpgsql as $$
declare
  back refund%rowtype;
  provider_name text;
  charge uuid;
  next_state text;
begin
  select provider, coalesce(part_of, id) into provider_name, charge from payment
    where id = (select payment_id from refund where id = p_refund) for update;
  select * into strict back from refund where id = p_refund for update;
  if back.state = 'succeeded' then return 'already'; end if;
  next_state := case when p_state = 'failed' and back.tries >= 6 and not back.to_wallet then 'needs_person' else p_state end;
  update refund set state = next_state, provider_id = coalesce(p_provider_id, provider_id), heard_at = now(),
    said = coalesce(left(p_said, 300), said), to_wallet = back.to_wallet and next_state = 'failed',
    person_since = case when next_state = 'needs_person' and back.state = next_state then person_since
      when next_state = 'needs_person' then now() end,
    settled_at = case when next_state = 'succeeded' then now() end where id = p_refund;
  if next_state = 'succeeded' then
    update payment set refund_pending_kobo = refund_pending_kobo - back.amount_kobo,
      refunded_kobo = refunded_kobo + back.amount_kobo where id = back.payment_id;
    perform post_transfer('refund:' || p_refund || ':paid', 'refund:' || p_refund, account_of('refund_payable', ''),
      account_of('psp_clearing', provider_name), back.amount_kobo, 'refund', back.payable_id);
  end if;
  -- The company may have given money back without our order while this refund was on its way.
  perform take_back_doubled(charge);
  if exists (select from dispute where payment_id = charge and state = 'open') then perform hold_disputed(charge); end if;
  return next_state;
end $$;
