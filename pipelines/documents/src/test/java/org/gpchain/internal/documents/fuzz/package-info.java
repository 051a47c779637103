/** Attacks on what reads documents, by mutants that know the formats. */
package org.gpchain.internal.documents.fuzz;
