/** Interfaces and settings that all trainers share. */
package org.gpchain.internal.training;
