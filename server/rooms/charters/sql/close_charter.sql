-- Ends a current charter with p_state as its last state: its vehicle becomes free, unpaid instalments are closed, and
-- wallet money held for it is released. The caller holds the row lock of the charter and makes refunds.
create or replace function close_charter(p_charter uuid, p_state text) returns void language plpgsql as $$
begin
  perform free_wallet_holds(array(select id from charter_instalment where charter_id = p_charter));
  update charter_instalment set state = 'closed' where charter_id = p_charter and state = 'open';
  delete from charter_day where charter_id = p_charter;
  update charter set state = p_state, closed_at = clock_timestamp(), pay_until = null,
    ended_at = case when p_state = 'completed' then clock_timestamp() end where id = p_charter;
end $$;
