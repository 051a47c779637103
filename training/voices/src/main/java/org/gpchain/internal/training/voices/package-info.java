/**
 * Weak supervision: a label model that estimates the true labels of tokens from voices, which are
 * noisy sources of labels.
 */
package org.gpchain.internal.training.voices;
