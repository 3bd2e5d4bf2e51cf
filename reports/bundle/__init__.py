"""The evidence of a published version as one file that anybody can check without Caudals."""
