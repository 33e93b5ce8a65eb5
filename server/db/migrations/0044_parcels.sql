-- A waybill's number is the tracking ID, so nothing counts waybills any more. Parcels with a number of their own keep it.
drop function if exists new_waybill(int);
drop sequence waybill_number;
