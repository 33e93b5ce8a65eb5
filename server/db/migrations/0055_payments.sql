-- It can now settle the refunds of one cause.
drop function if exists pay_refunds_at_counter(uuid, uuid);
